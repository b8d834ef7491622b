/**
 * Doubles.
 */
export const double = (n) => n * 2;

const pick = async ({ id }) => {
  return id;
};

export default function main() {
  // Starts.
  pick({ id: 1 });
}
