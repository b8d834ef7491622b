function load(a, b) {
  if (a) {
    open();
  }
  if (b) {
    read();
  } else {
    wait();
  }
  for (const c of b) {
    if (c) {
      close();
    }
  }
}

class Box {
  open() {
    try {
      lid();
    } catch (error) {
      stay();
    }
  }
}
