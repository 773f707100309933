export * from './sel.mjs';
