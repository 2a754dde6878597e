import { useEffect, useState } from 'react'
import { useConfiguration, useNewestConfiguration, useSaveConfiguration } from './configuration.ts'
import type { Configuration } from './configuration.ts'
import { differences, isSame, rebased } from './differences.ts'
import { drafts } from './drafts.ts'

type Held<Part> = {
  readonly part: Part
  /** As it was saved when somebody began to change it. */
  readonly before: Part
}

/**
 * One part of the configuration while somebody changes it. Until then it follows what is saved. Changes of other parts
 * do not matter to it; where somebody else has saved this one meanwhile, `conflict` has the choice.
 */
export function useDraft<Part>(
  read: (configuration: Configuration) => Part,
  written: (configuration: Configuration, part: Part) => Configuration,
) {
  const { userData } = useConfiguration()
  const [held, setHeld] = useState<Held<Part> | null>(null)
  const saving = useSaveConfiguration()
  const newest = useNewestConfiguration()
  const saved = read(userData)
  const hasChanged = held !== null && !isSame(held.part, saved)
  /** What the draft began with. */
  const start = held && (hasChanged || saving.isPending) ? held.before : saved
  useCounted(hasChanged)

  function send(sent: Held<Part>): void {
    saving.mutate(
      {
        apply: (configuration) => written(configuration, sent.part),
        fits: (configuration) => isSame(read(configuration), sent.before),
      },
      {
        onSuccess() {
          const before = read(newest())
          // What was typed meanwhile waits for the next time.
          setHeld((current) =>
            current === null || current.part === sent.part
              ? null
              : { before, part: rebased(sent.part, current.part, before) as Part },
          )
        },
      },
    )
  }
  function undo(): void {
    saving.reset()
    setHeld(null)
  }

  return {
    part: hasChanged ? held.part : saved,
    saved,
    start,
    change: (part: Part): void =>
      setHeld(!saving.isPending && isSame(part, start) ? null : { before: start, part }),
    bar: {
      hasChanged,
      isSaving: saving.isPending,
      isSaved: saving.isSuccess && !hasChanged,
      error: hasChanged ? saving.error : null,
      conflict:
        hasChanged && !saving.isPending && !isSame(held.before, saved)
          ? {
              paths: differences(held.before, saved).map(({ path }) => path),
              keepMine: () => {
                const mine = { ...held, before: saved }
                setHeld(mine)
                send(mine)
              },
              takeTheirs: undo,
            }
          : null,
      undo,
      save: () => held && send(held),
    },
    /** Saves it at once, unless other changes wait to be saved with it. */
    put: (part: Part): void => {
      const next = { before: hasChanged ? held.before : saved, part }
      setHeld(next)
      if (!hasChanged) send(next)
    },
  }
}

function useCounted(hasChanged: boolean): void {
  useEffect(() => {
    if (!hasChanged) return undefined
    drafts.set(drafts.get() + 1)
    return () => drafts.set(drafts.get() - 1)
  }, [hasChanged])
}
