import { AppError } from './core/errors.ts'

type SystemError = Error & { code?: string; syscall?: string; path?: string }

/** One line on why the service cannot start; null for what nobody foresaw, which deserves its whole trace. */
export function describeStartFailure(
  error: unknown,
  { port, host }: { port: number; host: string },
): string | null {
  if (!(error instanceof Error)) return null
  if (error instanceof AppError) {
    return error.cause instanceof Error
      ? `${error.message} (${error.cause.message})`
      : error.message
  }
  const { code = '', message, syscall, path } = error as SystemError
  if (syscall === 'listen' || syscall === 'getaddrinfo') return describeListening(code, port, host)
  if (path !== undefined) return `${message}; choose another place, for example DATA_DIR=./data`
  if (code.startsWith('SQLITE_')) return `the file of the database cannot be used: ${message}`
  // Our own messages say what to do; the engine's errors have names of their own.
  return error.constructor === Error ? message : null
}

function describeListening(code: string, port: number, host: string): string {
  if (code === 'EADDRINUSE') {
    return `PORT ${port} is taken by another program, for example PORT=0 picks a free one`
  }
  if (code === 'EACCES') {
    return `PORT ${port} needs more rights than this user has, for example PORT=3000`
  }
  return `HOST ${host} is no address of this machine (${code}), for example HOST=0.0.0.0`
}
