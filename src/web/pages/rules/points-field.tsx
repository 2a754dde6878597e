import { useLingui } from '@lingui/react/macro'
import { NumberInput } from '@mantine/core'
import { useState } from 'react'

type Props = {
  readonly score: number | undefined
  /** What counts where nothing is typed; without, something must be. */
  readonly usual?: number
  readonly change: (score: number | undefined) => void
}

/** A sign alone is no number yet, and stays in the field all the same. */
export function PointsField({ score, usual, change }: Props) {
  const { t } = useLingui()
  const [typed, setTyped] = useState<string | null>(null)
  return (
    <NumberInput
      w="6rem"
      label={t`Points`}
      placeholder={usual?.toString()}
      value={typed ?? score ?? ''}
      onBlur={() => setTyped(null)}
      onChange={(next) => {
        setTyped(typeof next === 'string' ? next : null)
        if (typeof next === 'number') change(next)
        else if (next === '' && usual !== undefined) change(undefined)
      }}
    />
  )
}
