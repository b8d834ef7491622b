# Print the methods, classes and modules that Ruby's own parser finds in each file named on
# standard input. A `private` in front of `def` is not part of the definition.

require "json"

class Walker
  attr_reader :found

  def initialize(source)
    @starts = [0]
    source.b.each_line("\n") { |line| @starts << @starts.last + line.bytesize }
    @found = []
  end

  def walk(node, path)
    return unless node.is_a?(RubyVM::AbstractSyntaxTree::Node)

    children = node.children
    case node.type
    when :DEFN then path = add(node, path, [children[0].to_s])
    when :DEFS
      receiver, name = children
      named = %i[CONST VCALL LVAR DVAR].include?(receiver.type) ? [receiver.children[0].to_s] : []
      named = [] if named == path.last(1) # module Shop; def Shop.open
      path = add(node, path, [*named, name.to_s])
    when :CLASS, :MODULE then path = add(node, path, names_of(children[0]))
    when :CDECL # Point = Struct.new(:x) do … end
      name, value = children.first, children.last
      block = value.is_a?(RubyVM::AbstractSyntaxTree::Node) && value.type == :ITER
      path += name.is_a?(Symbol) ? [name.to_s] : names_of(name) if block
    end
    children.each { |child| walk(child, path) }
  end

  private

  def add(node, path, names)
    start, stop = [[node.first_lineno, node.first_column], [node.last_lineno, node.last_column]]
      .map { |line, column| @starts[line - 1] + column }
    @found << [path + names, start, stop]
    path + names
  end

  def names_of(place)
    return [] unless place.is_a?(RubyVM::AbstractSyntaxTree::Node)

    names_of(place.children[0]) + place.children.grep(Symbol).map(&:to_s)
  end
end

$stdin.each_line(chomp: true) do |file|
  source = File.binread(file).force_encoding("UTF-8")
  begin
    walker = Walker.new(source)
    walker.walk(RubyVM::AbstractSyntaxTree.parse(source), []) if source.valid_encoding?
    puts JSON.generate(source.valid_encoding? ? walker.found : nil)
  rescue SyntaxError
    puts "null"
  end
end
