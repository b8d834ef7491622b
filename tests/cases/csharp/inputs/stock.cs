using System;
using System.Collections.Generic;

namespace Shop.Stock
{
    /// <summary>What is in the store.</summary>
    [Serializable]
    public partial class Inventory<T> : IStore where T : Item
    {
        private readonly List<T> items = new List<T>();
        private int added, removed;

        public event EventHandler Changed;

        public int Count => items.Count;

        // The sum of all prices.
        public decimal Total
        {
            get { return total; }
            private set { total = value; }
        }

        public Inventory(IEnumerable<T> start)
        {
            items.AddRange(start);
        }

        /// <summary>Adds one item.</summary>
        [Obsolete("use AddAll")]
        public void Add(T item, bool quiet = false)
        {
            if (item == null)
            {
                throw new ArgumentNullException(nameof(item));
            }
            else if (quiet)
            {
                removed--;
            }
            else
            {
                Changed?.Invoke(this, EventArgs.Empty);
            }
            switch (item.Kind)
            {
                case Kind.Free:
                    break;
                default:
                    Total += item.Price;
                    break;
            }
            foreach (var other in items)
            {
                other.Touch();
            }
        }

        public static Inventory<T> operator +(Inventory<T> left, T right) => left.With(right);
    }

    public enum Kind { Free, Paid }
}
