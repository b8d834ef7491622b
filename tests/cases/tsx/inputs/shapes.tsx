module Shapes {
  export const a = 1;
}

function f(rows: Row[]): void {
  {
    const a = 1;
  }
  do {
    rows.pop();
  } while (rows.length);
  while (rows.next()) {
    use(rows);
  }
  with (rows) {
    use(size);
  }
  switch (rows.kind) {
    case 1:
      use(1);
      break;
    default:
      use(2);
  }
  if (rows.a) {
    use(1);
  } else if (rows.b) {
    use(2);
  } else {
    use(3);
  }
  try {
    use(4);
  } catch (e) {
    use(e);
  } finally {
    use(5);
  }
}

describe('rows', () => {
  it('are used', () => {
    use(6);
  });
});

const LIMIT = 3;

enum Kind {
  A,
}

interface Row {
  id: string;
}

namespace Deep {
  export const b = 2;
}
