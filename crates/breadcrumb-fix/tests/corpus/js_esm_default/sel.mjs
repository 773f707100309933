export default { login: '#login' };
export const A = '#a';
