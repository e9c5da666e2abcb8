/** Whether the host of an address, as `URL` writes it, is this machine itself: only there may a secret travel without encryption. */
export const isLoopback = (hostname: string): boolean => hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname)
