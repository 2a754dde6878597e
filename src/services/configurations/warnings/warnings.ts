import { pathOf } from '../../../core/invalid-config.ts'
import type { UserData } from '../../../model/user-data.ts'
import { warn } from '../../../model/warning-texts.ts'
import type { WarningAt, WarningText } from '../../../model/warning-texts.ts'
import type { Logger } from '../../../core/logger.ts'
import type { Configured } from '../contents.ts'
import { findIdleSettings, type Installation } from './idle-settings.ts'
import type { CatalogChecks } from './catalogs.ts'
import type { SourceChecks } from './sources.ts'
import { findUnknownKeys } from './unknown-keys.ts'

/** Something in a configuration that has no effect as written, but does not prevent saving it. */
export type Warning = WarningText & { readonly path: string }

/**
 * Never fails. `own` is what the owner wrote, which the paths refer to; `whole` is merged over the parents. `asking: false`
 * asks no source.
 */
export type FindWarnings = (
  own: UserData,
  whole: Configured,
  options?: { readonly asking?: boolean },
) => Promise<readonly Warning[]>

const maxWarnings = 100

export function createWarnings(
  checkSources: SourceChecks,
  checkCatalogs: CatalogChecks,
  installation: Installation,
  log: Pick<Logger, 'error'>,
): FindWarnings {
  return async (own, whole, { asking = true } = {}) => {
    try {
      return [
        first(findUnknownKeys(own)),
        first(findIdleSettings(own, whole, installation)),
        asking ? first(await checkSources(own)) : [],
        asking ? first(await checkCatalogs(own, whole)) : [],
      ].flat()
    } catch (error) {
      // The configuration is saved already, so only log.
      log.error({ err: error }, 'a configuration could not be checked for warnings')
      return []
    }
  }
}

/** Stops at the limit: a configuration may hold a hundred thousand unknown keys. */
function first(problems: Iterable<WarningAt>): Warning[] {
  const warnings: Warning[] = []
  for (const problem of problems) {
    if (warnings.length === maxWarnings) return [...warnings, { path: '', ...warn('AND_MORE') }]
    warnings.push({ ...problem, path: pathOf(problem) })
  }
  return warnings
}
