import { audioTable, channelTable } from '../tables/audio.ts'
import { containerTable } from '../tables/containers.ts'
import { editionTable, flagTable } from '../tables/editions.ts'
import { encodeTable } from '../tables/encodes.ts'
import { languageTable } from '../tables/languages.ts'
import { networkTable } from '../tables/networks.ts'
import { noiseTable } from '../tables/noise.ts'
import { qualityTable } from '../tables/qualities.ts'
import { resolutionTable } from '../tables/resolutions.ts'
import { visualTagTable } from '../tables/visual-tags.ts'
import { type Grade, type Tag, type TagTable, withAlso } from './tag.ts'
import { Gap } from '../characters.ts'
import type { Token, Tokens } from '../tokens.ts'

const tables: readonly TagTable[] = [
  resolutionTable,
  qualityTable,
  encodeTable,
  visualTagTable,
  audioTable,
  channelTable,
  languageTable,
  editionTable,
  flagTable,
  networkTable,
  containerTable,
  noiseTable,
]

const grades: readonly Grade[] = ['sure', 'likely', 'faint', 'listed']

type Node = {
  tag: Tag | null
  spelled: Map<string, Tag> | null
  next: Map<string, Node> | null
}

const first = new Map<string, Node>()

function child(nodes: Map<string, Node>, word: string): Node {
  let node = nodes.get(word)
  if (!node) nodes.set(word, (node = { tag: null, spelled: null, next: null }))
  return node
}

/** The surer grade leads where several tables know a phrase. */
function merge(old: Tag | null | undefined, tag: Tag): Tag {
  if (!old) return tag
  return grades.indexOf(tag.grade) < grades.indexOf(old.grade)
    ? withAlso(tag, old)
    : withAlso(old, tag)
}

function addPhrase(phrase: string, tag: Tag): void {
  const lower = phrase.toLowerCase()
  let nodes = first
  let node: Node | null = null
  for (const word of lower.split(' ')) {
    if (node) nodes = node.next ??= new Map()
    node = child(nodes, word)
  }
  if (!node) return
  if (lower === phrase) node.tag = merge(node.tag, tag)
  else (node.spelled ??= new Map()).set(phrase, merge(node.spelled.get(phrase), tag))
}

for (const { kind, rows } of tables) {
  for (const row of rows) {
    for (const grade of grades) {
      for (const phrase of row[grade]?.split(', ') ?? []) {
        addPhrase(phrase, { kind, value: row.value, grade, also: null })
      }
    }
  }
}

export function tagOfWord(text: string): Tag | null {
  return first.get(text)?.tag ?? null
}

const apart = Gap.close | Gap.comma | Gap.tilde | Gap.ampersand | Gap.hash | Gap.other

/** Whether two tokens may be one phrase: `WEB-DL`, but not `Web - DL`. */
function joins(token: Token, before: Token): boolean {
  const { gap } = token
  if ((gap & apart) !== 0) return false
  return token.start - before.end <= 1 || (gap & Gap.hyphen) === 0
}

export function phraseAt(
  { name, list }: Tokens,
  index: number,
): { readonly tag: Tag; readonly length: number } | null {
  let node = first.get(list[index]!.text)
  if (node === undefined) return null
  let tag: Tag | null = null
  let length = 0
  for (let at = index; node !== undefined;) {
    const token = list[at]!
    const spelled: Tag | null | undefined = node.spelled?.get(name.slice(token.start, token.end))
    const meaning: Tag | null = spelled ?? node.tag
    if (meaning !== null) {
      tag = meaning
      length = at - index + 1
    }
    at += 1
    const following = list[at]
    if (node.next === null || following === undefined || !joins(following, token)) break
    node = node.next.get(following.text)
  }
  return tag === null ? null : { tag, length }
}
