export type NamedLine = { readonly text: string; readonly role: 'file' | 'folder' | null }

/** Units as in `SearchResult`. Lists must not be changed in place. */
export type Facts = {
  size: number | null
  folderSize: number | null
  seeders: number | null
  age: number | null
  duration: number | null
  bitrate: number | null
  indexer: string | null
  service: string | null
  languages: readonly string[]
  subtitles: readonly string[]
  names: readonly NamedLine[]
  remarks: readonly string[]
  tags: string
  cached: boolean
  uncached: boolean
  library: boolean
  private: boolean
  proxied: boolean
  error: boolean
  live: boolean
  usenet: boolean
}

const maxList = 20
const maxTags = 100
const none: readonly never[] = []

export function noFacts(): Facts {
  return {
    size: null,
    folderSize: null,
    seeders: null,
    age: null,
    duration: null,
    bitrate: null,
    indexer: null,
    service: null,
    languages: none,
    subtitles: none,
    names: none,
    remarks: none,
    tags: '',
    cached: false,
    uncached: false,
    library: false,
    private: false,
    proxied: false,
    error: false,
    live: false,
    usenet: false,
  }
}

/** The smallest size is the file's, the largest the folder's. */
export function addSize(facts: Facts, size: number | null): void {
  if (size === null || size === facts.size) return
  if (facts.size === null) facts.size = size
  else {
    facts.folderSize ??= Math.max(facts.size, size)
    facts.size = Math.min(facts.size, size)
  }
}

export function addLanguage(facts: Facts, language: string | null, subtitles: boolean): void {
  if (language === null) return
  const key = subtitles ? 'subtitles' : 'languages'
  if (!facts[key].includes(language)) facts[key] = extended(facts[key], language)
}

export function addName(facts: Facts, text: string, role: NamedLine['role']): void {
  facts.names = extended(facts.names, { text, role })
}

export function addTags(facts: Facts, text: string): void {
  if (facts.tags.length < maxTags && !facts.tags.includes(text))
    facts.tags += ` ${text.slice(0, maxTags)}`
}

export function addRemark(facts: Facts, remark: string): void {
  facts.remarks = extended(facts.remarks, remark)
}

function extended<T>(list: readonly T[], item: T): readonly T[] {
  return list.length < maxList ? [...list, item] : list
}
