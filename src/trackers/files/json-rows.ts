import { JSONParser, TokenType } from '@streamparser/json'
import { AppError } from '../../core/errors.ts'

/** No known file nests deeper than eight. */
const maxDepth = 32
/** Per row: a show of ten thousand episodes has less than half as many. */
const maxTokens = 400_000

export type JsonRow = {
  readonly list: string
  readonly value: unknown
}

const { LEFT_BRACE, LEFT_BRACKET, RIGHT_BRACE, RIGHT_BRACKET } = TokenType

/**
 * Streams the values at places such as `$.items.*` with the memory of one. Throws BAD_REQUEST for broken JSON,
 * PAYLOAD_TOO_LARGE for values too long or too deeply nested.
 */
export function* readJsonRows(
  file: Iterable<Uint8Array>,
  { paths, maxRowBytes }: { paths: string[]; maxRowBytes: number },
): Generator<JsonRow> {
  const parser = new JSONParser({
    paths,
    keepStack: false,
    stringBufferSize: 16_384,
    numberBufferSize: 64,
  })
  let rows: JsonRow[] = []
  let depth = 0
  let tokens = 0
  let bytes = 0
  parser.onToken = ({ token }) => {
    tokens += 1
    if (token === LEFT_BRACE || token === LEFT_BRACKET) depth += 1
    else if (token === RIGHT_BRACE || token === RIGHT_BRACKET) depth -= 1
    if (depth > maxDepth) throw tooLarge(`is nested deeper than ${maxDepth} levels`)
    if (tokens > maxTokens) throw tooLarge('has an entry of too many values')
  }
  parser.onValue = ({ value, key, stack }) => {
    const name = stack.length > 1 ? stack[1]!.key : key
    rows.push({ list: typeof name === 'string' ? name : '', value })
    tokens = 0
    bytes = 0
  }
  parser.onError = (error) => {
    throw error instanceof AppError ? error : damaged()
  }
  for (const piece of file) {
    bytes += piece.length
    parser.write(piece)
    if (bytes > maxRowBytes) throw tooLarge(`has an entry of more than ${maxRowBytes} bytes`)
    const complete = rows
    rows = []
    yield* complete
  }
  if (!parser.isEnded) throw damaged()
}

function tooLarge(what: string): AppError {
  return new AppError('PAYLOAD_TOO_LARGE', `The file ${what}. Nothing of it was imported.`)
}

function damaged(): AppError {
  return new AppError(
    'BAD_REQUEST',
    'The file is damaged or was cut off; send it whole. Nothing of it was imported.',
  )
}
