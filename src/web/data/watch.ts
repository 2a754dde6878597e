import { ask, connection, doubts } from './connection.ts'
import type { Connection } from './connection.ts'
import { Failure } from './failure.ts'
import { resumeSession, session } from './session.ts'

const everyMs = 10_000
const soonMs = 2_000
const patienceMs = 10_000

/**
 * Looks at the service and the session for as long as the page is open, sooner while something is wrong.
 * `onRecovered`: the service serves again. The promise resolves after the first look.
 */
export function watchService(onRecovered: () => void): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isLooking = false

  function later(): void {
    clearTimeout(timer)
    const pause = connection.get() === 'ok' ? everyMs : soonMs
    timer = setTimeout(() => (document.hidden ? later() : void look()), pause)
  }

  async function look(): Promise<void> {
    if (isLooking) return
    isLooking = true
    const before = connection.get()
    connection.set(await connectionNow())
    isLooking = false
    if (before !== 'ok' && connection.get() === 'ok') onRecovered()
    later()
  }

  connection.subscribe(later)
  doubts.subscribe(() => void look())
  document.addEventListener('visibilitychange', () => document.hidden || void look())
  return look()
}

async function connectionNow(): Promise<Connection> {
  const signal = AbortSignal.timeout(patienceMs)
  try {
    const [{ status }] = await Promise.all([
      ask('/readyz', { signal }),
      session.get().state === 'none' ? undefined : resumeSession(signal),
    ])
    return status === 503 ? 'unable' : 'ok'
  } catch (error) {
    return error instanceof Failure && error.code !== 'OFFLINE' ? 'unable' : 'silent'
  }
}
