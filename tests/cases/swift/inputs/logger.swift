final class Logger: Sink {
  #if DEBUG
  private var level: Level = .trace

  func trace(_ text: String) {
    write(text)
  }
  #else
  private var level: Level = .info
  #endif

  // Writes a line.
  func write(_ text: String) throws(SinkError) {
    guard let file else { throw .closed }
    file.append(text)
  }
}
