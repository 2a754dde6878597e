export async function* textPieces(response: Response, separator: string): AsyncGenerator<string> {
  if (!response.body) return
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  for (;;) {
    const { value, done } = await reader.read()
    if (done) return
    text += value
    const pieces = text.split(separator)
    text = pieces.pop()!
    yield* pieces
  }
}
