import { ConfigError, readConfig } from '../../src/config/config.ts'

/** What is wrong with the settings, a line for each. */
export function problemsOf(env: Record<string, string>): string {
  try {
    readConfig(env)
  } catch (error) {
    if (error instanceof ConfigError) return error.message
    throw error
  }
  return 'none'
}
