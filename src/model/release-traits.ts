export const hdrTags: ReadonlySet<string> = new Set(['DV', 'HDR10+', 'HDR10', 'HDR', 'HLG'])

export type Variant = {
  readonly visualTags: readonly string[]
  readonly audioTags: readonly string[]
  readonly edition: string | null
}

/** What tells releases of one group and resolution apart. The range is SDR where no other is named. */
export function variantOf({ visualTags, audioTags, edition }: Variant) {
  const ranges = visualTags.filter((tag) => hdrTags.has(tag)).map(exactRange)
  const range = ranges.length > 0 ? joined(ranges) : 'SDR'
  const audio = audioTags.length > 0 ? joined(audioTags) : null
  return { range, audio, edition }
}

function exactRange(tag: string): string {
  return tag === 'HDR' ? 'HDR10' : tag
}

function joined(tags: readonly string[]): string {
  return [...new Set(tags)].toSorted().join(' ')
}
