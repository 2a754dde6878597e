import type { ItemIds } from '../../model/item-ids.ts'
import type { User } from '../../model/household.ts'
import type { LibraryItem } from '../../model/library-item.ts'
import type { Delivery } from '../../model/play.ts'
import type { Version } from '../../model/version.ts'
import { reportedVersion } from '../sessions/reported-version.ts'
import { partOf } from '../streaming/part.ts'
import type { ProxiedStream } from '../streaming/proxied-stream.ts'
import type { ProxiedPlays } from './proxied-plays.ts'
import type { Heard, PlayRecorder, Viewed } from './recorder.ts'

type Options = {
  readonly recorder: PlayRecorder
  readonly proxied: ProxiedPlays
  readonly itemIds: Pick<ItemIds, 'encode'>
  readonly onFailure: (error: unknown) => void
}

type Opened = {
  readonly user: User
  /** As sources describe it, or else by its id alone. */
  readonly found: Promise<LibraryItem | null>
  readonly link: Version
}

/** Bytes that the player has taken until now, and in the end all that it took. */
export type Taken = () => number

export type PlayWatch = ReturnType<typeof createWatch>

const opened: Heard = { event: 'open', positionMs: null, began: null }
const sampleMs = 5_000
/** Smaller requests inspect the file and do not play it. */
const leastBytes = 65_536
/** Smaller files are playlists. */
const leastFile = 1_000_000

/** Records what becomes of one request for a file; never waits and never fails. */
export function createWatch(
  { recorder, proxied, itemIds, onFailure }: Options,
  { user, found, link }: Opened,
) {
  async function viewedOf(delivery: Delivery): Promise<Viewed | null> {
    const item = await found
    return (
      item && {
        user,
        item,
        itemId: itemIds.encode(item.ref),
        version: reportedVersion(link, item, delivery),
      }
    )
  }

  async function record(stream: ProxiedStream, taken: Taken, closed: Promise<void>): Promise<void> {
    const viewed = await viewedOf('proxied')
    if (!viewed) return
    await recorder.report(viewed, opened)
    const part = partOf(stream)
    if (!part || part.total < leastFile) return
    const { duration } = link.result
    const durationMs = viewed.item.runtimeMs ?? (duration === null ? null : duration * 1_000)
    const reading = proxied.begin(viewed, part, durationMs)
    const timer = setInterval(() => reading.sample(taken()), sampleMs).unref()
    await closed
    clearInterval(timer)
    reading.close(taken())
  }

  return {
    /** What shows no position. */
    opened(range: string | null, delivery: Delivery): void {
      if (isLook(range)) return
      viewedOf(delivery)
        .then((viewed) => viewed && recorder.report(viewed, opened))
        .catch(onFailure)
    },

    /** `closed` resolves once the answer is over. */
    proxied(
      range: string | null,
      stream: ProxiedStream,
      taken: Taken,
      closed: Promise<void>,
    ): void {
      if (!isLook(range)) record(stream, taken, closed).catch(onFailure)
    },
  }
}

function isLook(range: string | null): boolean {
  const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(range ?? '') ?? []
  return to !== undefined && Number(to) - Number(from) < leastBytes
}
