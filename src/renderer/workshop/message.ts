import { own } from '../../shared/base/json'
import { proposedMessage as proposed } from '../proposed-message'
import { useWorkshop } from './state'

/** The suggested message for a save of an open file. */
export function proposedMessage(path: string, text: string): Promise<string> {
  const one = own(useWorkshop.get().open, path)
  return proposed(path, one?.version === null ? undefined : one?.saved, text)
}
