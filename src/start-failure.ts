import { ConfigError } from './config/config.ts'
import type { Config } from './config/config.ts'
import { AppError } from './core/errors.ts'
import { describeRefusal } from './storage/refusal.ts'

type SystemError = Error & { code?: string; syscall?: string; path?: string }

/**
 * One line on why the service or a command cannot start; null for unexpected errors, which deserve their stack trace.
 * `config` is null if the settings are invalid.
 */
export function describeStartFailure(
  error: unknown,
  config: Pick<Config, 'http' | 'storage'> | null,
): string | null {
  if (!(error instanceof Error)) return null
  if (error instanceof ConfigError) return error.message
  const { code = '', message, syscall, path } = error as SystemError
  if (config && (syscall === 'listen' || syscall === 'getaddrinfo')) {
    return describeListening(code, config.http)
  }
  const refusal = config && describeRefusal(error, config.storage)
  if (refusal) return `The database cannot be used: ${refusal}`
  if (error instanceof AppError) {
    const cause = error.cause instanceof Error ? error.cause.message : ''
    const isSaid = inOneLine(message).includes(inOneLine(cause))
    return inOneLine(isSaid ? message : `${message} (${cause})`)
  }
  if (path !== undefined) {
    return inOneLine(`${message}; choose another place, for example DATA_DIR=./data`)
  }
  if (code.startsWith('SQLITE_')) return inOneLine(`The database cannot be used: ${message}`)
  // Our own messages say what to do; engine errors have other constructors.
  return error.constructor === Error ? inOneLine(message) : null
}

function describeListening(code: string, { port, host }: Config['http']): string {
  if (code === 'EADDRINUSE') {
    return `PORT ${port} is taken by another program; choose another, for example PORT=0 for any free one`
  }
  if (code === 'EACCES') {
    return `PORT ${port} needs more rights than this user has; choose one above 1023, for example PORT=3000`
  }
  return `HOST ${host} is not an address of this machine (${code}), for example HOST=0.0.0.0`
}

/** Database errors may contain a statement of several lines. */
function inOneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
