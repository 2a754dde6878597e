import { useId } from 'react'

type Props<Value extends string> = {
  readonly label: string
  readonly data: readonly { readonly value: Value; readonly label: string }[]
  readonly value: Value
  readonly onChange: (value: Value) => void
  readonly isSmall?: boolean
}

/** A choice of one of a few beside each other. The library's own measures itself before it is seen, and draws itself anew for that. */
export function Segments<Value extends string>(props: Props<Value>) {
  const { label, data, value, onChange, isSmall = false } = props
  const name = useId()
  return (
    <div role="radiogroup" aria-label={label} className={isSmall ? 'segments small' : 'segments'}>
      {data.map((one) => (
        <label key={one.value}>
          <input
            type="radio"
            name={name}
            value={one.value}
            checked={one.value === value}
            onChange={() => onChange(one.value)}
          />
          {one.label}
        </label>
      ))}
    </div>
  )
}
