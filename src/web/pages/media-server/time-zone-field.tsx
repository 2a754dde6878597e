import { ChoiceField } from '../../parts/choice-field.tsx'
import { useOnceIdle } from '../../parts/when-idle.ts'

type Props = {
  readonly label: string
  readonly hint: string
  readonly placeholder: string
  readonly zone: string | null
  readonly change: (zone: string | null) => void
}

const zones = [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC'])]

export function TimeZoneField({ label, hint, placeholder, zone, change }: Props) {
  const hundreds = useOnceIdle() ? zones : []
  return (
    <ChoiceField
      label={label}
      description={hint}
      placeholder={placeholder}
      data={zone === null || hundreds.includes(zone) ? hundreds : [zone, ...hundreds]}
      value={zone}
      onChange={change}
    />
  )
}
