import { expect, it } from 'vitest'
import { remoteAddress } from './address'

it.each([
  ['https://example.org/a;b.git?x#y', 'https://example.org/a%3bb.git', 'https://example.org'],
  ['http://127.0.0.1:8080/a.git', 'http://127.0.0.1:8080/a.git', 'http://127.0.0.1:8080'],
  [' git@example.org:mill/story.git ', 'git@example.org:mill/story.git', undefined],
  ['mill-server:/srv/story.git', 'mill-server:/srv/story.git', undefined],
  ['ann@[::1]:story.git', 'ann@[::1]:story.git', undefined],
  ['ssh://git@example.org:2222/~ann/story.git', 'ssh://git@example.org:2222/~ann/story.git', undefined],
  ['ssh://example.org/story', 'ssh://example.org/story', undefined]
])('%s is an address', (text, url, origin) => {
  expect(remoteAddress(text)).toEqual({ url, origin })
})

it.each([
  ['ssh://git:secret@example.org/a', /contains a password/],
  ['ssh://-oProxyCommand=x/a', /no valid user, host or path|not the address/],
  ['ssh://-oProxyCommand=x@example.org/a', /no valid user/],
  ['ssh://example.org', /no valid user, host or path/],
  ['-oProxyCommand=x:a', /not the address/],
  ['-oProxyCommand=x@example.org:a', /not the address/],
  ['git@example.org:-x', /not the address/],
  ['git@example.org:a"\n[core]', /not the address/],
  ['ext::sh -c x', /not the address/],
  ['C:\\stories\\well', /not the address/],
  ['/srv/story.git', /not the address/],
  ['file:///srv/story.git', /not the address/]
])('%s is no address', (text, why) => {
  expect(() => remoteAddress(text)).toThrow(why)
})
