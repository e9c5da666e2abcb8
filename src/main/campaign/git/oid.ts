import { createHash, hash } from 'node:crypto'

/** The SHA-1 name of a git object, 40 lower-case hexadecimal digits. */
export type Oid = string

export type ObjectKind = 'commit' | 'tree' | 'blob' | 'tag'

/** An object of a repository. */
export interface GitObject {
  kind: ObjectKind
  body: Buffer
}

/** An entry of a tree: its mode and its object. Modes: 0o100644, 0o100755, 0o120000 link, 0o40000 folder, 0o160000 submodule. */
export interface TreeEntry {
  mode: number
  oid: Oid
}

export const FOLDER = 0o40000
export const PLAIN = 0o100644
export const EXECUTABLE = 0o100755
export const LINK = 0o120000
export const GITLINK = 0o160000
export const NO_OID: Oid = '0'.repeat(40)
export const EMPTY_TREE: Oid = '4b825dc642cb6eb9a060e54bf8d69288fbee4904'

export const isOid = (text: string): boolean => /^[0-9a-f]{40}$/.test(text)

export const sameEntry = (a: TreeEntry | undefined, b: TreeEntry | undefined): boolean =>
  a === b || (a !== undefined && b !== undefined && a.oid === b.oid && a.mode === b.mode)

/** The bytes of an object that git hashes and stores: a header and the content. */
export const withObjectHeader = (kind: ObjectKind, body: Buffer): Buffer => Buffer.concat([Buffer.from(`${kind} ${body.length}\0`), body])

/** The name that git gives to an object with this content. */
export function oidOf(kind: ObjectKind, body: Buffer): Oid {
  // For large contents, copying costs more than hashing in two parts.
  return body.length < 1 << 16
    ? hash('sha1', withObjectHeader(kind, body))
    : createHash('sha1').update(`${kind} ${body.length}\0`).update(body).digest('hex')
}

/** UTF-8 text as a string whose characters are its bytes, so that `<` sorts as git does. */
export function byteOrder(text: string): string {
  // oxlint-disable-next-line no-control-regex
  return /^[\0-\x7f]*$/.test(text) ? text : Buffer.from(text, 'utf8').toString('latin1')
}
