import { pathFrom } from '../../shared/base/paths'
import { api } from '../client'

/** A picture of the campaign for a document there, as a `data:` address; undefined if there is none. */
export async function pictureOf(document: string, picture: string): Promise<string | undefined> {
  const path = pathFrom(document, picture)
  return path === undefined ? undefined : api.picture.query({ path }).catch(() => undefined)
}
