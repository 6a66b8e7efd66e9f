/** Names of genres, a line each: those that sources give in English, and one in each language of the site, English first. */
export const GENRE_NAMES = `
Action|Action|Acción|Action|Action|Ação|アクション|动作|حركة
Adventure|Adventure|Aventura|Aventure|Abenteuer|Aventura|アドベンチャー|冒险|مغامرة
Animation|Animation|Animación|Animation|Animation|Animação|アニメーション|动画|رسوم متحركة
Biography|Biography|Biografía|Biographie|Biografie|Biografia|伝記|传记|سيرة
Comedy|Comedy|Comedia|Comédie|Komödie|Comédia|コメディ|喜剧|كوميديا
Crime|Crime|Crimen|Policier|Krimi|Crime|犯罪|犯罪|جريمة
Documentary|Documentary|Documental|Documentaire|Dokumentarfilm|Documentário|ドキュメンタリー|纪录片|وثائقي
Drama|Drama|Drama|Drame|Drama|Drama|ドラマ|剧情|دراما
Family|Family|Familiar|Famille|Familie|Família|ファミリー|家庭|عائلي
Fantasy|Fantasy|Fantasía|Fantastique|Fantasy|Fantasia|ファンタジー|奇幻|خيال
Film-Noir|Film noir|Cine negro|Film noir|Film noir|Filme noir|フィルム・ノワール|黑色电影|فيلم نوار
Game Show, Game-Show|Game show|Concurso|Jeu télévisé|Spielshow|Game show|ゲーム番組|游戏节目|برنامج مسابقات
History|History|Historia|Histoire|Historie|História|歴史|历史|تاريخي
Horror|Horror|Terror|Horreur|Horror|Terror|ホラー|恐怖|رعب
Kids|Children’s|Infantil|Jeunesse|Kinder|Infantil|キッズ|儿童|أطفال
Music|Music|Música|Musique|Musik|Música|音楽|音乐|موسيقى
Musical|Musical|Musical|Comédie musicale|Musical|Musical|ミュージカル|歌舞|موسيقي
Mystery|Mystery|Misterio|Mystère|Mystery|Mistério|ミステリー|悬疑|غموض
News|News|Noticias|Actualités|Nachrichten|Notícias|ニュース|新闻|أخبار
Politics|Politics|Política|Politique|Politik|Política|政治|政治|سياسة
Reality, Reality-TV|Reality|Telerrealidad|Téléréalité|Reality|Reality show|リアリティ番組|真人秀|تلفزيون الواقع
Romance|Romance|Romance|Romance|Romanze|Romance|ロマンス|爱情|رومانسي
Science Fiction, Sci-Fi|Science fiction|Ciencia ficción|Science-fiction|Science-Fiction|Ficção científica|SF|科幻|خيال علمي
Short|Short film|Cortometraje|Court métrage|Kurzfilm|Curta-metragem|短編|短片|فيلم قصير
Soap|Soap opera|Telenovela|Feuilleton|Seifenoper|Novela|ソープオペラ|肥皂剧|مسلسل درامي طويل
Sport|Sport|Deporte|Sport|Sport|Esporte|スポーツ|体育|رياضة
Talk Show, Talk, Talk-Show|Talk show|Programa de entrevistas|Talk-show|Talkshow|Programa de entrevistas|トーク番組|脱口秀|برنامج حواري
Thriller|Thriller|Suspense|Thriller|Thriller|Suspense|スリラー|惊悚|إثارة
TV Movie|TV film|Película para televisión|Téléfilm|Fernsehfilm|Telefilme|テレビ映画|电视电影|فيلم تلفزيوني
War|War|Bélico|Guerre|Krieg|Guerra|戦争|战争|حرب
Western|Western|Wéstern|Western|Western|Faroeste|西部劇|西部|غرب أمريكي
`;
