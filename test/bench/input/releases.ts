import { createHash } from 'node:crypto'
import type { MediaType } from '../upstream.ts'

/** A stream as public indexers send it over the addon protocol. */
export type GeneratedStream = {
  readonly name: string
  readonly title: string
  readonly infoHash: string
  readonly fileIdx: number
  readonly sources: readonly string[]
  readonly behaviorHints: { readonly bingeGroup: string; readonly filename: string }
}

/** Values and how often they come, most often first. */
type Choice = readonly (readonly [value: string, weight: number])[]

const resolutions: Choice = [
  ['1080p', 46],
  ['2160p', 24],
  ['720p', 19],
  ['480p', 6],
  ['', 5],
]
const origins: Choice = [
  ['WEB-DL', 31],
  ['BluRay', 22],
  ['WEBRip', 16],
  ['BluRay.REMUX', 8],
  ['HDTV', 7],
  ['BDRip', 7],
  ['DVDRip', 5],
  ['HDRip', 3],
  ['HDCAM', 1],
]
const networks: Choice = [
  ['', 40],
  ['NF', 20],
  ['AMZN', 20],
  ['DSNP', 10],
  ['ATVP', 10],
]
const codecs: Choice = [
  ['x264', 36],
  ['x265', 30],
  ['H.264', 12],
  ['HEVC', 12],
  ['AV1', 5],
  ['XviD', 5],
]
const sounds: Choice = [
  ['DDP5.1', 26],
  ['AAC2.0', 18],
  ['DD5.1', 14],
  ['TrueHD.7.1.Atmos', 12],
  ['DTS-HD.MA.5.1', 12],
  ['DDP5.1.Atmos', 10],
  ['AAC', 8],
]
const ranges: Choice = [
  ['', 70],
  ['HDR', 10],
  ['DV.HDR10', 8],
  ['DV', 4],
  ['HDR10Plus', 4],
  ['10bit', 4],
]
const editions: Choice = [
  ['', 80],
  ['REPACK', 6],
  ['PROPER', 5],
  ['EXTENDED', 5],
  ['REMASTERED', 4],
]
const tongues: Choice = [
  ['', 64],
  ['MULTi', 12],
  ['FRENCH', 6],
  ['GERMAN', 6],
  ['iTALiAN', 6],
  ['SPANiSH', 6],
]
const flags: Readonly<Record<string, string>> = {
  MULTi: '🇬🇧 / 🇫🇷 / 🇪🇸',
  FRENCH: '🇫🇷',
  GERMAN: '🇩🇪',
  iTALiAN: '🇮🇹',
  SPANiSH: '🇪🇸',
}
const groups =
  'NTb FLUX FraMeSToR CtrlHD EbP SPARKS PSA QxR Tigole playWEB CMRG DON EVO LAMA RAWR'.split(' ')
const sites = ['1337x', 'RARBG', 'YTS', 'EZTV', 'TorrentGalaxy', 'Rutor', 'NyaaSi', 'MagnetDL']
const gigabytes: Readonly<Record<string, number>> = {
  '2160p': 20,
  '1080p': 7,
  '720p': 2.5,
  '480p': 1,
}

type Random = () => number

/** The same numbers from 0 to 1 for the same seed. */
function createRandom(seed: number): Random {
  let state = (seed ^ 0x5bd1e995) >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    // The low digits of such a sequence repeat soon; folding the high ones over them hides it.
    const mixed = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d)
    return ((mixed ^ (mixed >>> 12)) >>> 0) / 2 ** 32
  }
}

function choose(random: Random, choice: Choice): string {
  let left = random() * choice.reduce((sum, [, weight]) => sum + weight, 0)
  for (const [value, weight] of choice) {
    left -= weight
    if (left < 0) return value
  }
  return choice[0]![0]
}

function oneOf(random: Random, values: readonly string[]): string {
  return values[Math.floor(random() * values.length)]!
}

/** Title and year of a film, or title and numbering of an episode, now and then in a pack. */
function headOf(random: Random, type: MediaType): { file: string; folder: string } {
  if (type === 'movie') {
    const head = random() < 0.94 ? 'The.Long.Harbour.1998' : 'The.Long.Harbour.Returns.2004'
    return { file: head, folder: head }
  }
  const show = random() < 0.96 ? 'Northern.Signals' : 'Northern.Signals.Classified'
  const episode = `${show}.S05E14`
  const share = random()
  if (share < 0.7) return { file: episode, folder: episode }
  return { file: episode, folder: share < 0.9 ? `${show}.S05` : `${show}.S01-S05.COMPLETE` }
}

function createStream(number: number, type: MediaType): GeneratedStream {
  const random = createRandom(Math.imul(number + 1, 0x9e3779b1))
  const { file, folder } = headOf(random, type)
  const resolution = choose(random, resolutions)
  const origin = choose(random, origins)
  const tongue = choose(random, tongues)
  const group = oneOf(random, groups)
  const tail = [
    choose(random, editions),
    tongue,
    resolution,
    origin.startsWith('WEB') ? choose(random, networks) : '',
    origin,
    choose(random, sounds),
    choose(random, ranges),
    choose(random, codecs),
  ]
  const separator = random() < 0.8 ? '.' : ' '
  const write = (head: string) =>
    `${[head, ...tail].filter(Boolean).join('.').replaceAll('.', separator)}-${group}`
  const filename = `${write(file)}${random() < 0.9 ? '.mkv' : '.mp4'}`
  const size =
    (gigabytes[resolution] ?? 1.5) * (0.4 + 1.3 * random()) * (type === 'movie' ? 1 : 0.3)
  const facts = `👤 ${Math.floor(random() ** 4 * 2_000)} 💾 ${size.toFixed(2)} GB ⚙️ ${oneOf(random, sites)}`
  const infoHash = createHash('sha1').update(`${type} ${number}`).digest('hex')
  return {
    name: `Public\n${resolution === '2160p' ? '4k' : resolution || 'Unknown'}`,
    title: [write(folder), ...(folder === file ? [] : [filename]), facts, flags[tongue]]
      .filter(Boolean)
      .join('\n'),
    infoHash,
    fileIdx: Math.floor(random() * (folder === file ? 1 : 40)),
    sources: ['tracker:udp://tracker.example:1337/announce', `dht:${infoHash}`],
    behaviorHints: { bingeGroup: `public|${resolution}|${origin}`, filename },
  }
}

export type StreamsOptions = {
  readonly source: number
  readonly count: number
  readonly type: MediaType
  /** Another number, other releases. */
  readonly variant: number
}

/** Streams of one source, always the same. About half of them, by position, are those of every other source. */
export function createStreams({ source, count, type, variant }: StreamsOptions): GeneratedStream[] {
  const random = createRandom(source + 1)
  const first = variant * 100_000_000
  return Array.from({ length: count }, (_, position) => {
    const shared = random() < 0.5
    return createStream(first + (shared ? position : 1_000_000 * (source + 1) + position), type)
  })
}
