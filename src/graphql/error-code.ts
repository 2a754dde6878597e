import { errorCodes } from '../core/errors.ts'
import { enumOf } from './enum-of.ts'

export const ErrorCodeRef = enumOf('ErrorCode', errorCodes, 'What kind of failure it is.')
