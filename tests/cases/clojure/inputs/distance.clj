(declare without-item)

(defn- distance
  "How far two names are from each other.
  [a b]
  (let [rows (vec (range (count b)))
        matrix (reduce (fn [made x]
                         (conj made
                               (next-row a b x
                                         (peek made))))
                       [rows]
                       (range (count a)))]
    (peek (peek matrix))))

(defn names
  "The names of all carts."
  []
  (->> (found :prefix "cart")
       (filter #(re-find #"^cart\.(?!core|main)[^\.]+$" (name %)))
       (sort)))

(defn- splice
  "Items may be keys of a cart.
These are replaced with what the cart has."
  [cart args]
  (into [] (for [arg args]
             (if (and (keyword? arg) (= (namespace arg) "cart"))
               (cart (keyword (name arg)))
               arg))))

(defn- without-item
  "The cart without an item (which lies
   within :items) and its price."
  [cart item]
  (-> cart
      (update-in [:items] #(if (map? %) (dissoc % item) %))))

(def ^:private warning
  "*** The cart %s has %s items ***

Begin another one with
\"open cart\".")

(defn agent []
  (format "Cart/%s (%s; %s %s; %s)"
          (version) (property "name")
          (property "os.name") (property "os.version")
          (property "os.arch")))
