import type { Work } from '../../core/scheduler.ts'

/** Times in milliseconds. */
export type Cue = { readonly from: number; readonly to: number; readonly text: string }

export type WrittenFormat = 'srt' | 'vtt' | 'ass'

const perChunk = 500
/** All quantifiers are bounded, so that no file can make matching slow. */
const clock = String.raw`(?:(\d{1,3}):)?(\d{1,3}):(\d{1,3})[.,](\d{1,3})`
const span = new RegExp(`${clock}[ \\t]*-->[ \\t]*${clock}`)
const dialogue = new RegExp(
  `^Dialogue:[^,]*,[ \\t]*${clock}[ \\t]*,[ \\t]*${clock}[ \\t]*,(?:[^,]*,){6}(.*)$`,
)

export function writtenFormat(text: string): WrittenFormat {
  const head = text.slice(0, 2_000).trimStart()
  if (head.startsWith('WEBVTT')) return 'vtt'
  return /^\[(Script Info|V4\+? Styles|Events)\]/im.test(head) ? 'ass' : 'srt'
}

/** Skips unreadable cues and drops styles. Yields to the scheduler. */
export function* readCues(text: string): Work<readonly Cue[]> {
  const [separator, read] =
    writtenFormat(text) === 'ass' ? (['\n', readDialogue] as const) : (['\n\n', readBlock] as const)
  const cues: Cue[] = []
  let count = 0
  for (let from = 0; from < text.length;) {
    const found = text.indexOf(separator, from)
    const end = found < 0 ? text.length : found
    const cue = read(text.slice(from, end))
    if (cue) cues.push(cue)
    from = end + separator.length
    count += 1
    if (count % perChunk === 0) yield
  }
  return cues
}

function readBlock(block: string): Cue | null {
  const match = span.exec(block)
  if (!match) return null
  const begin = block.indexOf('\n', match.index)
  const text = begin < 0 ? '' : withoutStyles(block.slice(begin + 1))
  return text === '' ? null : { from: timeAt(match, 1), to: timeAt(match, 5), text }
}

function readDialogue(line: string): Cue | null {
  const match = dialogue.exec(line)
  if (!match) return null
  const text = withoutStyles(match[9]!.replaceAll(/\\[Nn]/g, '\n').replaceAll('\\h', ' '))
  return text === '' ? null : { from: timeAt(match, 1), to: timeAt(match, 5), text }
}

/** `.5`, `.50` and `.500` are all half a second. */
function timeAt(match: RegExpExecArray, at: number): number {
  const [hours = '0', minutes, seconds, part] = match.slice(at, at + 4)
  const whole = (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)
  return whole * 1_000 + Number(part!.padEnd(3, '0'))
}

/** Drops colours, positions and voices; bold and italics are written alike in all formats. */
function withoutStyles(text: string): string {
  return text
    .replaceAll(/\{[^{}\n]*\}|<\/?(?:font|c|v|lang|ruby|rt)\b[^<>\n]*>|<[\d:.]+>/gi, '')
    .replaceAll('-->', '→')
    .trim()
}

export function* writeVtt(cues: readonly Cue[]): Work<string> {
  return `WEBVTT\n\n${yield* written(cues, ({ from, to, text }) => `${spell(from, '.')} --> ${spell(to, '.')}\n${text}\n\n`)}`
}

export function* writeSrt(cues: readonly Cue[]): Work<string> {
  return yield* written(
    cues,
    ({ from, to, text }, place) =>
      `${place + 1}\n${spell(from, ',')} --> ${spell(to, ',')}\n${text}\n\n`,
  )
}

const assHead = `[Script Info]
ScriptType: v4.00+
WrapStyle: 0
ScaledBorderAndShadow: yes
PlayResX: 1280
PlayResY: 720

[V4+ Styles]
Format: Name, Fontname, Fontsize, PrimaryColour, SecondaryColour, OutlineColour, BackColour, Bold, Italic, Underline, StrikeOut, ScaleX, ScaleY, Spacing, Angle, BorderStyle, Outline, Shadow, Alignment, MarginL, MarginR, MarginV, Encoding
Style: Default,Arial,48,&H00FFFFFF,&H000000FF,&H00000000,&H80000000,0,0,0,0,100,100,0,0,1,2,1,2,60,60,40,1

[Events]
Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text
`

export function* writeAss(cues: readonly Cue[]): Work<string> {
  const lines = yield* written(
    cues,
    ({ from, to, text }) =>
      `Dialogue: 0,${assTime(from)},${assTime(to)},Default,,0,0,0,,${assText(text)}\n`,
  )
  return assHead + lines
}

/** One digit for hours, hundredths of a second. */
function assTime(ms: number): string {
  const rounded = Math.round(ms / 10) * 10
  return spell(rounded, '.')
    .slice(0, -1)
    .replace(/^0(\d:)/, '$1')
}

const assStyles: Readonly<Record<string, string>> = { b: 'b', i: 'i', u: 'u' }

/** Converts bold, italics and underline; a literal brace would start a command. */
function assText(text: string): string {
  return text
    .replaceAll('{', '(')
    .replaceAll('}', ')')
    .replaceAll(/<(\/?)([biu])>/gi, (_tag, end: string, style: string) => {
      const name = assStyles[style.toLowerCase()]!
      return `{\\${name}${end ? 0 : 1}}`
    })
    .replaceAll(/<\/?[a-z][^<>\n]*>/gi, '')
    .replaceAll('\n', String.raw`\N`)
}

const ticksPerMs = 10_000

/** JSON for web players that draw the lines themselves. */
export function* writeEvents(cues: readonly Cue[]): Work<string> {
  const events = yield* written(cues, ({ from, to, text }, place) => {
    const event = {
      Id: String(place + 1),
      Text: text,
      StartPositionTicks: from * ticksPerMs,
      EndPositionTicks: to * ticksPerMs,
    }
    return `${place > 0 ? ',' : ''}${JSON.stringify(event)}`
  })
  return `{"TrackEvents":[${events}]}`
}

function* written(cues: readonly Cue[], write: (cue: Cue, place: number) => string): Work<string> {
  let text = ''
  for (const [place, cue] of cues.entries()) {
    text += write(cue, place)
    if (place % perChunk === perChunk - 1) yield
  }
  return text
}

function spell(ms: number, point: '.' | ','): string {
  const two = (value: number): string => String(Math.floor(value)).padStart(2, '0')
  const clock = [ms / 3_600_000, (ms / 60_000) % 60, (ms / 1_000) % 60].map(two).join(':')
  return `${clock}${point}${String(ms % 1_000).padStart(3, '0')}`
}
