import { useLingui } from '@lingui/react/macro'
import { SwitchCard } from '../../parts/switch-card.tsx'

export function PlayerCard() {
  const { t } = useLingui()
  return (
    <SwitchCard
      title={t`In players`}
      switches={[
        {
          key: 'statistics',
          label: t`Show what each source and rule did`,
          hint: t`Players list it below the streams.`,
        },
        {
          key: 'hideErrors',
          label: t`Hide failures of sources`,
          hint: t`Otherwise players list them among the streams.`,
        },
        {
          key: 'searchLog',
          label: t`Keep the last searches`,
          hint: t`With who asked, how long they took, and what was left out.`,
        },
      ]}
    />
  )
}
