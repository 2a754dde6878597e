import { LRUCache } from 'lru-cache'
import { atMost } from '../../core/entries.ts'
import type { OpenPlay } from '../../model/play.ts'
import type { EndSilent } from './end-silent.ts'

const retryMs = 15_000

export type SilenceOptions<Device> = {
  readonly endSilent: EndSilent<Device>
  readonly afterMs: number
}

type Watched = {
  readonly configuration: number
  readonly play: OpenPlay
  readonly timer: NodeJS.Timeout
}

export type Silence = ReturnType<typeof createSilence<number>>

/** Ends plays of devices that stop reporting to this process. */
export function createSilence<Device extends number | string>({
  endSilent,
  afterMs,
}: SilenceOptions<Device>) {
  const watched = new LRUCache<Device, Watched>({
    ...atMost(10_000),
    dispose: ({ timer }) => clearTimeout(timer),
  })

  function watch(configuration: number, device: Device, play: OpenPlay, ms: number): void {
    const timer = setTimeout(() => void onSilence(device), ms).unref()
    watched.set(device, { configuration, play, timer })
  }

  async function onSilence(device: Device): Promise<void> {
    const known = watched.get(device)
    if (!known) return
    const { configuration, play } = known
    // While the state cannot be read or written, it is unknown whether the play ended.
    const leftMs = await endSilent(configuration, device, play).catch(() =>
      Math.min(retryMs, afterMs),
    )
    // A report came meanwhile.
    if (watched.get(device) !== known) return
    if (leftMs === null) watched.delete(device)
    else watch(configuration, device, play, leftMs)
  }

  return {
    /** Null once the device plays nothing. */
    heard(configuration: number, device: Device, play: OpenPlay | null): void {
      if (play === null) watched.delete(device)
      else watch(configuration, device, play, afterMs)
    },

    stop: (): void => watched.clear(),
  }
}
