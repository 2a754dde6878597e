import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readBasic } from '../../src/security/basic.ts'

const base64 = (text: string | Uint8Array): string => Buffer.from(text).toString('base64')

describe('an Authorization header', () => {
  it.each([
    ['usual credentials', `Basic ${base64('id:secret')}`, 'id', 'secret'],
    ['a scheme in lower case', `basic ${base64('id:secret')}`, 'id', 'secret'],
    ['a scheme in upper case', `BASIC ${base64('id:secret')}`, 'id', 'secret'],
    ['several spaces', `Basic   ${base64('id:secret')} `, 'id', 'secret'],
    ['no padding', `Basic ${base64('id:secret1').replaceAll('=', '')}`, 'id', 'secret1'],
    ['colons in the password', `Basic ${base64('id:a:b:c')}`, 'id', 'a:b:c'],
    ['letters beyond ASCII', `Basic ${base64('id:pässwörd 🔑')}`, 'id', 'pässwörd 🔑'],
    ['an empty password', `Basic ${base64('id:')}`, 'id', ''],
    ['an empty name', `Basic ${base64(':secret')}`, '', 'secret'],
  ])('with %s is read', (_, header, id, secret) => {
    expect(readBasic(header)).toEqual({ id, secret })
  })

  it('gives back whatever was sent', () => {
    const printable = (value: string) =>
      Array.from(value).every((letter) => letter >= ' ' && letter !== '\x7f')
    const text = fc.string({ unit: 'grapheme' }).filter(printable)
    fc.assert(
      fc.property(text, text, (name, secret) => {
        const id = name.replaceAll(':', '')
        expect(readBasic(`Basic ${base64(`${id}:${secret}`)}`)).toEqual({ id, secret })
      }),
    )
  })

  it.each([
    ['that is absent', undefined],
    ['that is empty', ''],
    ['of another scheme', 'Bearer abc'],
    ['of a scheme that begins alike', `Basically ${base64('id:secret')}`],
  ])('%s carries no credentials', (_, header) => {
    expect(readBasic(header)).toBeNull()
  })

  it.each([
    ['nothing behind the scheme', 'Basic'],
    ['only spaces behind the scheme', 'Basic   '],
    ['no colon', `Basic ${base64('no colon')}`],
    ['text that is not base64', 'Basic id:secret'],
    ['the URL-safe alphabet', 'Basic __-_'],
    ['padding in the middle', 'Basic aWQ6=c2Vj'],
    ['two values', `Basic ${base64('id:a')} ${base64('id:b')}`],
    ['bytes that are not UTF-8', `Basic ${base64(Uint8Array.of(105, 58, 0xff, 0xfe))}`],
    ['a control character', `Basic ${base64('id:sec\0ret')}`],
    ['a line break', `Basic ${base64('id:secret\n')}`],
    ['more than any password needs', `Basic ${base64(`id:${'x'.repeat(10_000)}`)}`],
  ])('with %s is malformed', (_, header) => {
    expect(readBasic(header)).toBe('malformed')
  })
})
