import type { User } from '../../model/household.ts'
import type { Configuration } from '../configurations/configurations.ts'
import { secretMarkOf } from './households.ts'
import { signInRefused } from './sign-in.ts'

/**
 * What tokens are made for. Throws UNAUTHORIZED where the configuration is gone or the secret is another one than the
 * caller's: a token made now would survive the change.
 */
export function requireUnchanged(stored: Configuration | null, user: User): Configuration {
  if (stored && user.secretMark === secretMarkOf(stored, user.profile)) return stored
  throw signInRefused()
}
