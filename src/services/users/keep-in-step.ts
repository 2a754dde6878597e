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

  /** Changed again while it is updated: updated once more afterwards, never two at once, or an old state could win. */
  const changedAgain = new Map<number, boolean>()

  async function updateInOrder(configuration: number): Promise<void> {
    if (changedAgain.has(configuration)) return void changedAgain.set(configuration, true)
    do {
      changedAgain.set(configuration, false)
      await update(configuration).catch((error: unknown) =>
        log.warn(
          { err: error },
          'a household could not be updated after a change of its configuration',
        ),
      )
    } while (changedAgain.get(configuration))
    changedAgain.delete(configuration)
  }

  events.subscribeOwn(({ kind, configuration }) => {
    // Not awaited: reading source manifests may take time.
    if (kind === 'configurationChanged') updateInOrder(configuration).catch(() => {})
  })
}
