import { NativeSelect } from '@mantine/core'
import type { NativeSelectProps } from '@mantine/core'

type Props<Value extends string> = Pick<
  NativeSelectProps,
  'label' | 'description' | 'disabled' | 'w' | 'maw' | 'flex'
> & {
  readonly data: readonly (Value | { readonly value: Value; readonly label: string })[]
  /** Null where nothing is chosen. */
  readonly value: Value | null
  /** Stands for no choice, which can be chosen again. Without it something is always chosen. */
  readonly placeholder?: string
  readonly onChange: (value: Value | null) => void
}

/** A choice of one. The browser draws it: remote controls, phones and screen readers know it, and it costs no script. */
export function ChoiceField<Value extends string>(props: Props<Value>) {
  const { data, value, onChange, placeholder, ...field } = props
  const options = data.map((one) => (typeof one === 'string' ? { value: one, label: one } : one))
  const none = placeholder === undefined ? [] : [{ value: '', label: placeholder }]
  return (
    <NativeSelect
      {...field}
      data={[...none, ...options]}
      value={value ?? ''}
      onChange={({ currentTarget }) =>
        onChange(options.find((one) => one.value === currentTarget.value)?.value ?? null)
      }
    />
  )
}
