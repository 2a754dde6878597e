import { pino } from 'pino'
import type { DestinationStream, Logger as PinoLogger } from 'pino'
import { AppError } from './errors.ts'

export type Logger = PinoLogger

export type LogSettings = { readonly level: string; readonly format: 'pretty' | 'json' | null }

const hidden = [
  'authorization',
  'cookie',
  'password',
  'secret',
  'token',
  'pin',
  'encryptedPassword',
  'addonPassword',
  'url',
  'config',
  'userData',
]

/** Drivers and clients attach whole requests, with their secrets, to their errors: only harmless fields are logged. */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return { message: String(error) }
  const code = 'code' in error ? error.code : undefined
  const cause = error.cause === undefined ? undefined : describeError(error.cause)
  const stack = error instanceof AppError ? undefined : error.stack
  return { type: error.name, message: error.message, code, stack, cause }
}

/** Fields with the names of secrets are censored wherever a message carries them. */
export function createLogger(settings: LogSettings, destination?: DestinationStream): Logger {
  const options = {
    level: settings.level,
    base: undefined,
    redact: { paths: hidden.flatMap((name) => [name, `*.${name}`]), censor: '[hidden]' },
    serializers: { err: describeError },
  }
  if (destination) return pino(options, destination)
  const pretty = settings.format === 'pretty' || (settings.format === null && process.stdout.isTTY)
  if (!pretty) return pino(options)
  return pino({
    ...options,
    transport: {
      target: 'pino-pretty',
      options: { translateTime: 'SYS:HH:MM:ss', ignore: 'pid,hostname' },
    },
  })
}
