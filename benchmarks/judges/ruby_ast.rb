# Print, one JSON line a file named on standard input, the definitions that Ruby's own parser sees.
#
# A row is [kind, path, start, end, whole], offsets in bytes; what stands in front of a `def`
# (`private def`) is not counted in.

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

    inner, children = send(HANDLERS.fetch(node.type, :other), node, path)
    children.each { |child| walk(child, inner) }
  end

  HANDLERS = {
    DEFN: :function, DEFS: :singleton, CLASS: :type, MODULE: :type, CDECL: :constant, MASGN: :several
  }.freeze

  private

  def add(kind, node, path, names)
    whole = path + names
    from = @starts[node.first_lineno - 1] + node.first_column
    @found << [kind, whole, from, @starts[node.last_lineno - 1] + node.last_column, true]
    whole
  end

  def other(node, path) = [path, node.children]

  # Names on the left of `A, B = 1, 2` are no definitions here.
  def several(node, path) = [path, node.children.first(1)]

  def function(node, path) = [add("function", node, path, [node.children[0].to_s]), node.children]

  def singleton(node, path)
    receiver, name = node.children
    named = %i[CONST VCALL LVAR DVAR].include?(receiver.type) ? [receiver.children[0].to_s] : []
    named = [] if named == path.last(1) # module Shop; def Shop.open
    [add("function", node, path, [*named, name.to_s]), node.children.drop(2)]
  end

  def type(node, path)
    [add(node.type.to_s.downcase, node, path, names_of(node.children[0])), node.children.drop(1)]
  end

  def constant(node, path)
    name, *rest = node.children
    return [path, []] if rest.empty? || !rest.last.is_a?(RubyVM::AbstractSyntaxTree::Node)

    inner = add("constant", node, path, name.is_a?(Symbol) ? [name.to_s] : names_of(name))
    [rest.last.type == :ITER ? inner : path, rest]
  end

  def names_of(place)
    return [] unless place.is_a?(RubyVM::AbstractSyntaxTree::Node)

    names = place.children.grep(Symbol).map(&:to_s)
    place.children[0].is_a?(RubyVM::AbstractSyntaxTree::Node) ? names_of(place.children[0]) + names : names
  end
end

$stdin.each_line(chomp: true) do |file|
  source = File.binread(file).force_encoding("UTF-8")
  result = { file: file, errors: !source.valid_encoding?, found: [] }
  begin
    walker = Walker.new(source)
    walker.walk(RubyVM::AbstractSyntaxTree.parse(source), []) unless result[:errors]
    result[:found] = walker.found
  rescue SyntaxError
    result[:errors] = true
  end
  puts JSON.generate(result)
end
