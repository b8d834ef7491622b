static int probe(struct device *dev)
{
	int err;

	if (!dev) {
		return -EINVAL;
	}
	switch (dev->state) {
	case IDLE:
		err = start(dev);
		break;
	case BUSY: /* fallthrough */
	case LOST:
		err = -EBUSY;
		break;
	default:
		goto fail;
	}
	do {
		err--;
	} while (err > 5);
	if (err)
		goto fail;
	return 0;
fail:
	release(dev);
	return err;
}
