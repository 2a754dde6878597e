import { ChoiceField } from '../../parts/choice-field.tsx'

type Props = {
  readonly label: string
  readonly hint: string
  readonly placeholder: string
  readonly zone: string | null
  readonly change: (zone: string | null) => void
}

const zones = [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC'])]

export function TimeZoneField({ label, hint, placeholder, zone, change }: Props) {
  return (
    <ChoiceField
      label={label}
      description={hint}
      placeholder={placeholder}
      data={zone === null || zones.includes(zone) ? zones : [zone, ...zones]}
      value={zone}
      onChange={change}
    />
  )
}
