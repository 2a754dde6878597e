import { ask, connection, doubts } from './connection.ts'
import type { Connection } from './connection.ts'
import { Failure, withJitter } from './failure.ts'
import { resumeSession, session } from './session.ts'

const everyMs = 10_000
const soonMs = 2_000
const patienceMs = 10_000

/**
 * Looks at the service and the session for as long as the page is open, sooner while something is wrong. The promise
 * resolves after the first look.
 */
export function watchService(): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isLooking = false

  function later(): void {
    clearTimeout(timer)
    const pause = withJitter(connection.get() === 'ok' ? everyMs : soonMs)
    timer = setTimeout(() => (document.hidden ? later() : void look()), pause)
  }

  async function look(): Promise<void> {
    if (isLooking) return
    isLooking = true
    connection.set(await connectionNow())
    isLooking = false
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
