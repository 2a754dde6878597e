import type { Logger } from '../../core/logger.ts'
import type { Household } from '../../model/household.ts'
import type { LiveEvents } from '../../model/live-event.ts'

type Parts = {
  readonly events: Pick<LiveEvents, 'subscribeOwn'>
  readonly users: {
    household(configuration: number): Promise<Household | null>
    named(configuration: number): Promise<readonly string[] | null>
  }
  readonly log: Pick<Logger, 'warn'>
}

/** Only for changes made by this node; other nodes handle their own. */
export function keepHouseholdsInStep(
  { events, users, log }: Parts,
  noteUsers: (configuration: number, profileIds: readonly string[]) => Promise<void>,
  bringInStep: (household: Household) => Promise<void>,
): void {
  async function update(configuration: number): Promise<void> {
    // First, and also where the media server is switched off: whoever is named again keeps what they watched.
    const named = await users.named(configuration)
    if (named === null) return
    await noteUsers(configuration, named)
    const household = await users.household(configuration)
    if (household) await bringInStep(household)
  }

  events.subscribeOwn(({ kind, configuration }) => {
    if (kind !== 'secrets') return
    // Not awaited: reading source manifests may take time.
    update(configuration).catch((error: unknown) =>
      log.warn(
        { err: error },
        'a household could not be updated after a change of its configuration',
      ),
    )
  })
}
