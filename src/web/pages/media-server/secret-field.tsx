import { useLingui } from '@lingui/react/macro'
import { Button, Group, Input, PasswordInput, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { Secret } from '../../data/household.ts'

type Props = {
  readonly label: string
  readonly hint: string
  readonly isDigits?: boolean
  readonly secret: Secret
  readonly saved: Secret
  readonly change: (secret: Secret) => void
}

/** A secret that was set is never shown: it stays, is replaced, or goes. */
export function SecretField({ label, hint, isDigits = false, secret, saved, change }: Props) {
  const { t } = useLingui()
  // While nothing is typed, the secret stays as it is.
  const [step, setStep] = useState<'none' | 'asked' | 'typed' | 'cancelled'>('none')
  const isStored = typeof secret === 'object' && secret !== null
  const kept = typeof saved === 'object' ? saved : null
  if (isStored && step !== 'asked') {
    return (
      <Input.Wrapper
        label={label}
        description={hint}
        labelElement="div"
        inputWrapperOrder={['label', 'input', 'description']}
      >
        <Group gap="xs" mt={4}>
          <Text size="sm">{t`is set`}</Text>
          <Button
            variant="default"
            size="xs"
            autoFocus={step === 'cancelled'}
            onClick={() => setStep('asked')}
          >
            {t`Change ${label}`}
          </Button>
          <Button
            variant="default"
            size="xs"
            onClick={() => {
              setStep('typed')
              change(null)
            }}
          >
            {t`Remove ${label}`}
          </Button>
        </Group>
      </Input.Wrapper>
    )
  }
  const text = typeof secret === 'string' ? secret : ''
  const isWrong = isDigits && text !== '' && !/^\d{4,12}$/.test(text)
  return (
    <Stack gap={4} align="start">
      <PasswordInput
        w="100%"
        label={label}
        description={hint}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        autoComplete="new-password"
        autoFocus={step !== 'none'}
        inputMode={isDigits ? 'numeric' : undefined}
        maxLength={isDigits ? 12 : 256}
        placeholder={secret === null ? t`not set` : undefined}
        error={isWrong ? t`4 to 12 digits` : undefined}
        value={text}
        onChange={({ currentTarget: { value } }) => {
          setStep(value === '' ? 'asked' : 'typed')
          change(value === '' ? kept : value)
        }}
      />
      {kept && (
        <Button
          variant="default"
          size="xs"
          onClick={() => {
            setStep('cancelled')
            change(kept)
          }}
        >
          {t`Keep ${label}`}
        </Button>
      )}
    </Stack>
  )
}
