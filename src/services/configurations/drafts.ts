import { InvalidConfig } from '../../core/invalid-config.ts'
import { problem } from '../../core/problem-texts.ts'
import type { UserData } from '../../model/user-data.ts'
import { ruleKeys } from '../../model/vocabulary.ts'
import type { Accounts, Account } from './accounts.ts'
import { noSecrets } from './contents.ts'
import { mergeChain, type Chains } from './parents.ts'
import { parseWithChecks, requireObject } from './user-data-input.ts'
import type { FindWarnings, Warning } from './warnings/warnings.ts'

type Options = {
  readonly accounts: Accounts
  readonly chains: Chains
  readonly checkPlan: (userData: UserData) => unknown
  readonly findWarnings: FindWarnings
}

const known: ReadonlySet<string> = new Set(ruleKeys)

/** The stored configuration with other rules, checked as if it was saved. */
export function createDrafts({ accounts, chains, checkPlan, findWarnings }: Options) {
  return {
    /** Throws BAD_REQUEST, INVALID_CONFIG and PARENT_CONFIG_UNAVAILABLE. */
    async draft(
      account: Account,
      rules: unknown,
    ): Promise<{ userData: UserData; warnings: readonly Warning[] }> {
      const object = requireObject(rules, 'rules')
      const others = Object.keys(object).filter((key) => !known.has(key))
      if (others.length > 0) {
        const text = problem('NOT_A_RULE', { known: ruleKeys.join(', ') })
        throw new InvalidConfig(others.map((key) => ({ path: [key], ...text })))
      }
      const input = await parseWithChecks(object, checkPlan)
      const row = await accounts.current(account)
      const layer = chains.layerOf(row)
      const kept = Object.entries(layer.userData).filter(([key]) => !known.has(key))
      const own: UserData = { ...Object.fromEntries(kept), ...input }
      const ancestors = await chains.climb({ ...layer, userData: own }, row.uuid, account)
      const whole = mergeChain({ userData: own, secrets: noSecrets }, ancestors)
      const { userData } = whole
      await checkPlan(userData)
      const found = await findWarnings(own, whole, { asking: false })
      const warnings = found.filter(({ path }) => known.has(/^\w+/.exec(path)?.[0] ?? ''))
      return { userData, warnings }
    },
  }
}
