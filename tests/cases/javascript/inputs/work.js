function work(mode) {
  try {
    run(mode);
  } catch (error) {
    log(error);
  } finally {
    done();
  }
  switch (mode) {
    case 1:
      one();
      break;
    default:
      other();
  }
  for (const x of list) step(x);
  items.forEach((x) => {
    use(x);
  });
}
