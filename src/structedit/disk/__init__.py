"""Files and stores: the only layer that touches the machine. Bytes go in and come out."""
