import type { Segment, SegmentMark } from '../model/segment.ts'

/** Marks of another cut than the version's do not fit it. */
const cutToleranceMs = 5_000
/** Services agree on what begins and ends within this time. */
const agreementMs = 5_000
const shortestMs = 1_000

type Whole = SegmentMark & { readonly endMs: number }

export type VersionLength = {
  readonly ms: number
  /** How far the real length may be from it. */
  readonly withinMs: number
}

/** What several services say of a version of this length; null: unknown. The cut nearest to it wins, and agreement raises confidence. The item's runtime only ends what is open. */
export function segmentsFor(
  marks: readonly SegmentMark[],
  length: VersionLength | null,
  runtimeMs: number | null,
): readonly Segment[] {
  const byService = Map.groupBy(marks, ({ service }) => service)
  const wanted = [...byService.values()].flatMap((own) => nearestCut(own, length))
  const whole = wanted.flatMap((mark) => wholeOf(mark, length, runtimeMs))
  const agreed = [...Map.groupBy(whole, ({ type }) => type).values()].flatMap(merged)
  return agreed.toSorted((a, b) => a.startMs - b.startMs)
}

function nearestCut(
  marks: readonly SegmentMark[],
  wanted: VersionLength | null,
): readonly SegmentMark[] {
  const anyCut = marks.filter((mark) => mark.lengthMs === null)
  const cuts = [...Map.groupBy(marks, (mark) => mark.lengthMs)].flatMap(([length, own]) =>
    length === null ? [] : { length, own, distance: Math.abs(length - (wanted?.ms ?? length)) },
  )
  const tolerance = Math.max(cutToleranceMs, wanted?.withinMs ?? 0)
  // Without a length, the cut that says the most is the one that most people have.
  const [best] = cuts
    .filter(({ distance }) => distance <= tolerance)
    .toSorted((a, b) => a.distance - b.distance || b.own.length - a.own.length)
  const near = best
    ? cuts.filter(({ length }) => Math.abs(length - best.length) < 1_000).flatMap(({ own }) => own)
    : []
  return [...near, ...anyCut]
}

function wholeOf(
  mark: SegmentMark,
  length: VersionLength | null,
  runtimeMs: number | null,
): readonly Whole[] {
  const cut = lengthOfCut(mark, length)
  const latest = cut ? cut.ms + cut.withinMs : Infinity
  const endMs = Math.min(mark.endMs ?? cut?.ms ?? runtimeMs ?? 0, latest)
  return endMs - mark.startMs >= shortestMs ? [{ ...mark, endMs }] : []
}

function lengthOfCut(mark: SegmentMark, length: VersionLength | null): VersionLength | null {
  if (length?.withinMs === 0 || mark.lengthMs === null) return length
  return { ms: mark.lengthMs, withinMs: 0 }
}

/** Of one type. */
function merged(marks: readonly Whole[]): readonly Segment[] {
  const groups: Whole[][] = []
  for (const mark of marks.toSorted((a, b) => b.confidence - a.confidence)) {
    const group = groups.find(([best]) => isSame(best!, mark))
    if (group) group.push(mark)
    else groups.push([mark])
  }
  const found = groups.map(segmentOf).toSorted((a, b) => b.confidence - a.confidence)
  const kept: Segment[] = []
  for (const segment of found) if (!kept.some((one) => overlaps(one, segment))) kept.push(segment)
  return kept
}

/** The times are of the most confident mark. */
function segmentOf(group: readonly Whole[]): Segment {
  const [{ type, startMs, endMs }] = group as [Whole]
  const byService = Map.groupBy(group, ({ service }) => service)
  const doubt = [...byService.values()].reduce((left, [best]) => left * (1 - best!.confidence), 1)
  return { type, startMs, endMs, confidence: 1 - doubt, services: [...byService.keys()] }
}

function isSame(a: Whole, b: Whole): boolean {
  const isNear = (one: number, other: number) => Math.abs(one - other) <= agreementMs
  return isNear(a.startMs, b.startMs) && isNear(a.endMs, b.endMs)
}

function overlaps(a: Segment, b: Segment): boolean {
  return a.startMs < b.endMs && b.startMs < a.endMs
}
