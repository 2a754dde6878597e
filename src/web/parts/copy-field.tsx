import { useLingui } from '@lingui/react/macro'
import { Button, Group, Input, Text } from '@mantine/core'
import { useId } from 'react'
import { useCopy } from './use-copy.ts'

type Props = { readonly label: string; readonly value: string; readonly hint?: string }

/** Text to take along: selected by a click, copied by a button. */
export function CopyField({ label, value, hint }: Props) {
  const { t } = useLingui()
  const id = useId()
  const { copy, outcome } = useCopy(() => value)
  return (
    <Input.Wrapper label={label} description={hint} id={id}>
      <Group gap="xs" wrap="nowrap" align="end" mt={4}>
        <Input
          id={id}
          value={value}
          readOnly
          flex={1}
          classNames={{ input: 'secret' }}
          onFocus={(event) => event.currentTarget.select()}
        />
        <Button variant="light" color={outcome === 'copied' ? 'teal' : undefined} onClick={copy}>
          {outcome === 'copied' ? t`Copied` : t`Copy`}
        </Button>
      </Group>
      {outcome === 'failed' && (
        <Text size="sm" role="alert">
          {t`Your browser does not let this page copy. Select the text and copy it yourself.`}
        </Text>
      )}
    </Input.Wrapper>
  )
}
