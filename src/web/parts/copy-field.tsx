import { useLingui } from '@lingui/react/macro'
import { Button, CopyButton, Group, Input } from '@mantine/core'
import { useId } from 'react'

type Props = { readonly label: string; readonly value: string; readonly hint?: string }

/** Text to take along: selected by a click, copied by a button. */
export function CopyField({ label, value, hint }: Props) {
  const { t } = useLingui()
  const id = useId()
  return (
    <Input.Wrapper label={label} description={hint} id={id}>
      <Group gap="xs" wrap="nowrap" mt={4}>
        <Input
          id={id}
          value={value}
          readOnly
          flex={1}
          classNames={{ input: 'secret' }}
          onFocus={(event) => event.currentTarget.select()}
        />
        <CopyButton value={value}>
          {({ copied, copy }) => (
            <Button variant="light" color={copied ? 'teal' : undefined} onClick={copy}>
              {copied ? t`Copied` : t`Copy`}
            </Button>
          )}
        </CopyButton>
      </Group>
    </Input.Wrapper>
  )
}
