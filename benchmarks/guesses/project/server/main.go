package main

import (
	"encoding/json"
	"fmt"
	"log"
	"net/http"
)

const defaultPort = 8080

// Server answers product queries.
type Server struct {
	Addr     string
	products []Product
}

// Product is one thing for sale.
type Product struct {
	ID    int     `json:"id"`
	Title string  `json:"title"`
	Price float64 `json:"price"`
}

// NewServer makes a server on the given port.
func NewServer(port int) *Server {
	return &Server{Addr: fmt.Sprintf(":%d", port)}
}

// HandleProducts writes all products as JSON.
func (s *Server) HandleProducts(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "application/json")
	if err := json.NewEncoder(w).Encode(s.products); err != nil {
		log.Println("encode:", err)
	}
}

// Health says that the server lives.
func (s *Server) Health(w http.ResponseWriter, r *http.Request) {
	fmt.Fprintln(w, "ok")
}

func main() {
	s := NewServer(defaultPort)
	http.HandleFunc("/products", s.HandleProducts)
	http.HandleFunc("/health", s.Health)
	log.Fatal(http.ListenAndServe(s.Addr, nil))
}
