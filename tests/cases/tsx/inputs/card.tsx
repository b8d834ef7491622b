import React, { useState } from "react";

type Props = { title: string; items: Item[] };

/** A card. */
export function Card({ title, items }: Props) {
  const [open, setOpen] = useState(false);

  const toggle = useCallback(() => {
    setOpen(!open);
  }, [open]);

  useEffect(() => {
    document.title = title;
  }, [title]);

  if (!items.length) {
    return null;
  }

  return (
    <div className="card">
      {/* Header. */}
      <h1>{title}</h1>
      {items.map((item) => (
        <Row key={item.id} {...item} />
      ))}
      <button
        onClick={() => {
          toggle();
        }}
      >
        close
      </button>
    </div>
  );
}

export const Row = ({ id }: { id: string }) => <li>{id}</li>;

export const List = memo(() => (
  <ul>
    <li>1</li>
  </ul>
));
