import type { Logger } from '../../core/logger.ts'
import type { Household } from '../../model/household.ts'
import type { LiveEvents } from '../../model/live-event.ts'

type Parts = {
  readonly events: Pick<LiveEvents, 'subscribeOwn'>
  readonly users: { household(configuration: number): Promise<Household | null> }
  readonly log: Pick<Logger, 'warn'>
}

/** Only for changes made by this node; other nodes handle their own. */
export function keepHouseholdsInStep(
  { events, users, log }: Parts,
  bringInStep: (household: Household) => Promise<void>,
): void {
  events.subscribeOwn(({ kind, configuration }) => {
    if (kind !== 'secrets') return
    // Not awaited: reading source manifests may take time.
    users
      .household(configuration)
      .then((household) => household && bringInStep(household))
      .catch((error: unknown) =>
        log.warn(
          { err: error },
          'a household could not be updated after a change of its configuration',
        ),
      )
  })
}
