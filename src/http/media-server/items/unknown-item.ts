import { AppError } from '../../../core/errors.ts'

export function unknownItem(): AppError {
  return new AppError('NOT_FOUND', 'There is no such item.')
}

export function unknownPlaylist(): AppError {
  return new AppError('NOT_FOUND', 'There is no such playlist.')
}
