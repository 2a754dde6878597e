import { createAdmission } from '../../core/admission.ts'
import { AppError } from '../../core/errors.ts'

type Options = {
  readonly slots: number
  /** How many work or wait. */
  readonly most: number
}

/** Milliseconds between two looks at work that never waits for others. */
const patienceMs = 1_000

/** Work that one page repeats while a person types: the newest of a configuration counts, and few at once hold the processor. */
export function createPreviewQueue({ slots, most }: Options) {
  const admission = createAdmission({ slots: () => slots, patienceMs, backlog: () => 0 })
  const newest = new Map<number, AbortController>()

  return {
    /** Ends older work of the configuration with RATE_LIMIT_EXCEEDED; throws SERVICE_UNAVAILABLE where too many wait. */
    async run<T>(
      configuration: number,
      work: (signal: AbortSignal) => Promise<T>,
      signal: AbortSignal,
    ): Promise<T> {
      const older = newest.get(configuration)
      if (!older && newest.size >= most) throw tooMany()
      older?.abort(replaced())
      const own = new AbortController()
      newest.set(configuration, own)
      try {
        const ended = AbortSignal.any([signal, own.signal])
        const release = await admission.admit(() => true, ended)
        try {
          // A slot that was free may come after the end all the same.
          ended.throwIfAborted()
          return await work(ended)
        } finally {
          release()
        }
      } finally {
        if (newest.get(configuration) === own) newest.delete(configuration)
      }
    },
  }
}

function tooMany(): AppError {
  return new AppError(
    'SERVICE_UNAVAILABLE',
    'Too many rules are being tried; try again in a moment.',
    {
      retryAfter: 2,
    },
  )
}

function replaced(): AppError {
  return new AppError('RATE_LIMIT_EXCEEDED', 'Newer rules of this configuration are being tried.', {
    retryAfter: 1,
  })
}
